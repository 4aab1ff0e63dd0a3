import { readFileSync } from 'node:fs';
import { findSources, type SourceMap } from './source-map.ts';

// Makes the stack traces of the bundle name the sources. Node can do this too, but reads and unpacks the whole map at
// each start, which takes as long as the rest of the start and 140 MB. Here a map is read when a trace is wanted.

/** The sources of the places that traces had, by `file:line:column` of the bundle. */
const known = new Map<string, string>();
/** A trace has ten places, and errors happen at few places, so this is never reached in practice. */
const MOST_KNOWN = 10_000;

interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

Error.prepareStackTrace = (error, sites) => {
  const frames = sites.map(
    (site): Frame => ({
      file: site.getFileName() ?? '',
      line: site.getLineNumber() ?? 0,
      column: site.getColumnNumber() ?? 0,
      text: String(site),
    }),
  );
  learn(frames);
  const lines = frames.map((frame) => frame.text.replace(placeOf(frame), (place) => known.get(place) ?? place));
  return [nameOf(error), ...lines.map((line) => `    at ${line}`)].join('\n');
};

const placeOf = ({ file, line, column }: Frame): string => `${file}:${line}:${column}`;

function nameOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

/** Finds the sources of the places that were in no trace yet. */
function learn(frames: readonly Frame[]): void {
  const unknown = frames.filter((frame) => frame.file.endsWith('.cjs') && !known.has(placeOf(frame)));
  if (unknown.length === 0) return;
  if (known.size > MOST_KNOWN) known.clear();
  for (const [file, ofFile] of Map.groupBy(unknown, (frame) => frame.file)) {
    const sources = readSources(file, ofFile);
    for (const [i, frame] of ofFile.entries()) known.set(placeOf(frame), sources[i] ?? placeOf(frame));
  }
}

function readSources(file: string, frames: readonly Frame[]): readonly (string | undefined)[] {
  try {
    return findSources(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap, frames);
  } catch {
    // The map is gone, or this is another script. The trace names the place in the bundle.
    return [];
  }
}
