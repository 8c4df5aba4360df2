// Sets the reader's theme and ramp before anything is painted; the switch itself is in article/theme.js.
// Storage is forbidden in sandboxed frames: then the system's preference stands.
try {
  const theme = localStorage.getItem('attn-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const ramp = localStorage.getItem('attn-ramp');
  if (ramp) document.documentElement.dataset.ramp = ramp;
} catch (error) {
  // nothing was chosen
}
