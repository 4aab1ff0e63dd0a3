// The beginning of the bundle that `npm start` runs (ADR 0079): the server, with stack traces that name its sources.
import './bundle/map-stacks.ts';
import './main.ts';
