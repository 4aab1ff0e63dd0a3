// Lets the next sweep move many files to the bin: `npm run allow-sweep -- <number>`.
import '../apps/server/src/allow-sweep.ts';
