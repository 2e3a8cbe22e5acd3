import type { ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import type { Sentences } from '@posthorn/contracts/shared/said';
import { say } from './saying.tsx';

/** Loads the sentences for the error codes of a module, such as `scheduling`; undefined: there are none. */
type Load = (module: string) => Promise<Sentences | undefined>;

let load: Load = () => Promise.resolve(undefined);

/** Sets the function that loads the sentences for error codes. The function runs when an error occurs. */
export function loadErrorSentencesBy(given: Load): void {
  load = given;
}

type Refusal = ErrorWording & Readonly<{ code?: string; message?: string }>;

/** Returns the sentence of the product for a refusal. If there is none or it fails to load, returns the sentence of the server. */
export async function sayRefusal({ code = '', message = '', variant, values }: Refusal): Promise<string> {
  const [module = ''] = code.split('.');
  const table = await load(module).catch(() => undefined);
  return say(table ?? {}, { code, message, ...(variant !== undefined && { variant }) }, values);
}
