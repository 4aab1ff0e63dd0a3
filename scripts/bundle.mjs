// Bundles the server if its sources changed, as `npm start` does, and prints the file. Tests and the bench run this.
import { buildServerBundle, findServerBundle } from './lib/server-bundle.mjs';

try {
  const { main } = findServerBundle() ?? (await buildServerBundle());
  console.log(main);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
