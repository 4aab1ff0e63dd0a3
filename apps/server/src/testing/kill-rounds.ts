/**
 * How many times a test kills its process: a few times in `npm test`, 20 times in `npm run test:all`, or KILL_ROUNDS
 * times if this variable is set (CONTRIBUTING.md).
 */
export const killRounds = (few: number): number => Number(process.env['KILL_ROUNDS'] ?? few);
