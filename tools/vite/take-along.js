import { build } from 'vite';

/** A page in one file has nothing beside it: it carries the panel that others load when asked. */
export function inlineTakeAlong() {
  return {
    name: 'attn-inline-take-along',
    transform(code, id) {
      if (!id.endsWith('/widgets/frame/take-along.js')) return null;
      return { code: `import '../../take-along/register.js';\n${code}`, map: null };
    },
  };
}

/**
 * The dev server makes attn-take-along.js when it is asked for.
 * @param {() => object} config of its build
 */
export function serveTakeAlong(config) {
  return {
    name: 'attn-serve-take-along',
    configureServer(server) {
      server.middlewares.use('/attn-take-along.js', async (_request, response, next) => {
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
    },
  };
}
