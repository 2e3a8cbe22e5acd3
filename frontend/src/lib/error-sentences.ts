import type { ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import type { Sentences } from '@posthorn/contracts/shared/said';
import { say } from './saying.tsx';

/** The sentences for the error codes of a module, such as `scheduling`; undefined: there are none. */
type Load = (module: string) => Promise<Sentences | undefined>;

let load: Load = () => Promise.resolve(undefined);

/** Sets where the sentences for error codes come from. They load with the first error. */
export function loadErrorSentencesBy(given: Load): void {
  load = given;
}

type Refusal = ErrorWording & Readonly<{ code?: string; message?: string }>;

/** The screen's own sentence for a refusal. The server's sentence where there is none, or when the sentences do not load. */
export async function sayRefusal({ code = '', message = '', variant, values }: Refusal): Promise<string> {
  const [module = ''] = code.split('.');
  const table = await load(module).catch(() => undefined);
  return say(table ?? {}, { code, message, ...(variant !== undefined && { variant }) }, values);
}
