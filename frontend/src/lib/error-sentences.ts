import type { ErrorReply } from '@posthorn/contracts/shared/call';
import type { ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import { textOf, type Sentences } from '@posthorn/contracts/shared/said';
import { say } from './saying.tsx';

/** How long a message waits for its sentence, because on a bad connection the file may never arrive. */
const PATIENCE_MS = 1_000;

/** Loads the sentences for the codes of a module, such as `scheduling`; undefined: there are none. */
type Load = (module: string, part: 'message' | 'fields') => Promise<Sentences | undefined>;

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
  return say(
    await tableFor(code, 'message'),
    { code, message, ...(variant !== undefined && { variant }) },
    values,
  );
}

/** Returns the sentences of the product for refused fields. Fields without a code keep the sentence of the server. */
export async function sayFields({
  fields = {},
  fieldCodes = {},
}: Pick<ErrorReply, 'fields' | 'fieldCodes'>): Promise<Record<string, string>> {
  const said = Object.entries(fields).map(async ([field, sentence]) => {
    const parts = fieldCodes[field] ?? [];
    const tables = await Promise.all(parts.map(({ code }) => tableFor(code, 'fields')));
    return [field, textOf(Object.assign({}, ...tables) as Sentences, parts) ?? sentence] as const;
  });
  return Object.fromEntries(await Promise.all(said));
}

async function tableFor(code: string, part: Parameters<Load>[1]): Promise<Sentences> {
  const [module = ''] = code.split('.');
  const table = await Promise.race([
    load(module, part).catch(() => undefined),
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, undefined);
    }),
  ]);
  return table ?? {};
}
