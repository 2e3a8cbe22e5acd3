import type { ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import type { Sentences } from '@posthorn/contracts/shared/said';
import { say } from './saying.tsx';

/** How long a message waits for its sentence, because on a bad connection the file may never arrive. */
const PATIENCE_MS = 1_000;

/** Loads the sentences for the error codes of a module, such as `scheduling`; undefined: there are none. */
type Load = (module: string) => Promise<Sentences | undefined>;

let load: Load = () => Promise.resolve(undefined);

/** Sets the function that loads the sentences for error codes. The function runs when an error occurs. */
export function loadErrorSentencesBy(given: Load): void {
  load = given;
}

type Refusal = ErrorWording & Readonly<{ code?: string; message?: string }>;

/** Returns the sentence of the product for a refusal. If there is none, or it fails to load soon, returns the sentence of the
 * server.
 */
export async function sayRefusal({ code = '', message = '', variant, values }: Refusal): Promise<string> {
  const [module = ''] = code.split('.');
  const table = await Promise.race([
    load(module).catch(() => undefined),
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, undefined);
    }),
  ]);
  return say(table ?? {}, { code, message, ...(variant !== undefined && { variant }) }, values);
}
