/**
 * The times as designed. Test runs shorten them by an environment variable, JSON of the ones to change; anywhere else the
 * variable is refused, because shorter waits weaken the promises.
 */
export function shortenedTimes<Times extends object>(
  designed: Times,
  variable: string,
  env: NodeJS.ProcessEnv,
): Times {
  const changes = env[variable];
  if (changes === undefined || changes === '') return designed;
  if (env['NODE_ENV'] !== 'test') throw new Error(`${variable} is for test runs (NODE_ENV=test) only.`);
  return { ...designed, ...(JSON.parse(changes) as Partial<Times>) };
}
