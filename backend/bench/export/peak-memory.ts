import { readFile } from 'node:fs/promises';

const EVERY_MS = 50;

/** Returns the result of some work, and the peak memory of a process during this work, in bytes. Reads `/proc`, so it needs Linux. */
export async function peakMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<Readonly<{ result: Result; bytes: number }>> {
  let bytes = await residentOf(pid);
  const timer = setInterval(() => {
    void residentOf(pid).then((now) => (bytes = Math.max(bytes, now)));
  }, EVERY_MS);
  try {
    const result = await work();
    return { result, bytes };
  } finally {
    clearInterval(timer);
  }
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]) * 1024;
}
