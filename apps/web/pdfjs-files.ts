import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = dirname(manifest);
/**
 * The folders from which pdf.js loads files at run time, and which files of each it needs: the character maps, the
 * standard PDF fonts, and the image decoders in plain JavaScript, which pdf.js uses because WebAssembly is disabled.
 */
const FOLDERS = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ } as const;

/**
 * The path of the files. It contains the version of pdf.js, so browsers can cache the files forever, like all other
 * assets.
 */
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
