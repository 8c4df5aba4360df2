// Lets the hosted site work without a network after one visit. Only index.html and authors.html
// load this: not the single file, and not a frame in somebody else's page.
(() => {
  if (!location.protocol.startsWith('http')) return;

  async function register() {
    try {
      const options = { scope: './', updateViaCache: 'none' };
      const registration = await navigator.serviceWorker.register('./sw.js', options);
      if (registration.active) await registration.update();
    } catch (error) {
      // No service workers here (a sandboxed frame, plain http), or no network: nothing is lost.
    }
  }

  // The figures come first.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
})();
