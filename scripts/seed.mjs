// Creates the demo seller in the database that `npm start` would use, with a fixed clock and fixed ids.
import '../apps/server/src/seed/main.ts';
