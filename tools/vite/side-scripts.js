import { build } from 'vite';

/**
 * Who loads which script when it is first asked for (widgets/frame/side-script.js). A page in one
 * file has nothing beside it and carries them all.
 */
const LOADERS = {
  'take-along.js': ['take-along/register.js'],
  'language.js': ['languages/ar.js', 'languages/ja.js'],
};

export function inlineSideScripts() {
  return {
    name: 'attn-inline-side-scripts',
    transform(code, id) {
      const loader = id.split('/widgets/frame/')[1];
      const scripts = LOADERS[loader];
      if (!scripts) return null;
      const imports = scripts.map((script) => `import '../../${script}';`);
      return { code: `${imports.join('\n')}\n${code}`, map: null };
    },
  };
}

/**
 * The dev server makes such a script when it is asked for.
 * @param {Record<string, () => object>} configs of their builds, by file name
 */
export function serveSideScripts(configs) {
  return {
    name: 'attn-serve-side-scripts',
    configureServer(server) {
      for (const [name, config] of Object.entries(configs)) {
        server.middlewares.use(`/${name}`, async (_request, response, next) => {
          const settings = config();
          const once = { ...settings, build: { ...settings.build, write: false } };
          try {
            const [result] = await build(once);
            response.setHeader('Content-Type', 'text/javascript');
            response.end(result.output[0].code);
          } catch (error) {
            next(error);
          }
        });
      }
    },
  };
}
