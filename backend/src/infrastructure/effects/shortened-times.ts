/**
 * Returns the designed times. Test runs shorten some of them with an environment variable that contains JSON. All other runs refuse the variable,
 * because shorter waits weaken the guarantees.
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
