// Sets the reader's theme before anything is painted; the switch itself is in article/theme.js.
// Storage is forbidden in sandboxed frames: then the system's preference stands.
try {
  const theme = localStorage.getItem('attn-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (error) {
  // nothing was chosen
}
