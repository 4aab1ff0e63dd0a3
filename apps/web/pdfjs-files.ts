import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = dirname(manifest);
/**
 * Character maps, the standard fonts of PDF, and image decoders in plain JavaScript, because WebAssembly is disabled.
 */
const FOLDERS = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ } as const;

/** The address contains the version, so that browsers can cache these files for ever, like all other assets. */
async function base(): Promise<string> {
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  return `assets/pdfjs-${version}`;
}

/** Copies the files that pdf.js loads at run time into the build, and serves them during development. */
export function pdfjsFiles(): Plugin {
  return {
    name: 'pdfjs-files',
    async generateBundle() {
      const to = await base();
      for (const [folder, wanted] of Object.entries(FOLDERS)) {
        const names = (await readdir(join(root, folder))).filter((name) => wanted.test(name));
        for (const name of names)
          this.emitFile({
            type: 'asset',
            fileName: `${to}/${folder}/${name}`,
            source: await readFile(join(root, folder, name)),
          });
      }
    },
    async configureServer(server) {
      const at = `/${await base()}/`;
      server.middlewares.use(at, (request, response, next) => {
        const path = join(root, new URL(request.url ?? '/', 'http://here').pathname);
        createReadStream(path)
          .on('error', () => next())
          .pipe(response);
      });
    },
  };
}
