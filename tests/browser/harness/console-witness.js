// Runs first in each page that WebKit loads: its driver has no way to tell what the console says.
(() => {
  const heard = [];
  Object.defineProperty(window, '__heard', { value: heard });
  for (const type of ['log', 'info', 'warn', 'error']) {
    const original = console[type];
    console[type] = (...words) => {
      heard.push({ type, text: words.map(String).join(' ') });
      original.apply(console, words);
    };
  }
  addEventListener('error', (event) => heard.push({ type: 'pageerror', text: what(event) }), true);
  addEventListener('unhandledrejection', (event) =>
    heard.push({ type: 'pageerror', text: String(event.reason) }),
  );
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    heard.push({ type: 'error', text: `refused by ${violatedDirective}: ${blockedURI}` }),
  );
  /** A script's error, or the address of what did not load. */
  function what(event) {
    return event.message ?? `did not load: ${event.target.src ?? event.target.href}`;
  }
})();
