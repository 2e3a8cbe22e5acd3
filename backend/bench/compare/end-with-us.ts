const ending = new Set<() => void>();

/**
 * A process that is not to stay behind when this one ends before its work is done, as by Ctrl-C.
 * @returns call it when that process has ended
 */
export function endWithUs(pid: number, signal: NodeJS.Signals): () => void {
  if (ending.size === 0) {
    for (const each of ['SIGINT', 'SIGTERM'] as const) process.once(each, exit);
    process.once('exit', endAll);
  }
  const end = () => {
    process.kill(pid, signal);
  };
  ending.add(end);
  return () => {
    ending.delete(end);
  };
}

const exit = () => process.exit(1);

function endAll(): void {
  for (const end of ending) end();
}
