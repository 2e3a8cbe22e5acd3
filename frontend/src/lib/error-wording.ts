import type { ErrorReply } from '@posthorn/contracts/shared/call';
import type { ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import { textOf, type Sentences } from '@posthorn/contracts/shared/said';
import { say } from './saying.tsx';

/** Loads the sentences for the codes of a module, such as `scheduling`; undefined: there are none. */
export type LoadSentences = (module: string, part: 'message' | 'fields') => Promise<Sentences | undefined>;
/** The error of a request, or of one of several posts. */
export type CodedRefusal = ErrorWording &
  Partial<Pick<ErrorReply, 'fields' | 'fieldCodes'>> &
  Readonly<{ code?: string; message?: string }>;
/** `fields`: the sentences by field. */
export type WordedReply = Readonly<{ message: string; fields: Readonly<Record<string, string>> }>;

/** Returns the sentence of the product for a refusal. If there is none, returns the sentence of the server. */
async function wordRefusal(
  load: LoadSentences,
  { code = '', message = '', variant, values }: CodedRefusal,
): Promise<string> {
  const table = await tableFor(load, code, 'message');
  return say(table, { code, message, ...(variant !== undefined && { variant }) }, values);
}

/** Returns the sentences of the product for an error and its fields. */
export async function wordReply(load: LoadSentences, reply: CodedRefusal): Promise<WordedReply> {
  const [message, fields] = await Promise.all([wordRefusal(load, reply), wordFields(load, reply)]);
  return { message: messageWith(fields, reply, message), fields };
}

/** Returns the message. A message that is the sentence of one field, or of all fields, changes with these sentences. */
function messageWith(own: Readonly<Record<string, string>>, { fields = {} }: CodedRefusal, message: string) {
  if (Object.values(fields).join(' ') === message) return Object.values(own).join(' ');
  const [field] = Object.entries(fields).find(([, sentence]) => sentence === message) ?? [];
  return (field !== undefined && own[field]) || message;
}

/** Returns the sentences of the product for refused fields. Fields without a code keep the sentence of the server. */
async function wordFields(
  load: LoadSentences,
  { fields = {}, fieldCodes = {} }: CodedRefusal,
): Promise<Readonly<Record<string, string>>> {
  const said = Object.entries(fields).map(async ([field, sentence]) => {
    const parts = fieldCodes[field] ?? [];
    const tables = await Promise.all(parts.map(({ code }) => tableFor(load, code, 'fields')));
    return [field, textOf(Object.assign({}, ...tables) as Sentences, parts) ?? sentence] as const;
  });
  return Object.fromEntries(await Promise.all(said));
}

async function tableFor(
  load: LoadSentences,
  code: string,
  part: Parameters<LoadSentences>[1],
): Promise<Sentences> {
  const [module = ''] = code.split('.');
  return (await load(module, part).catch(() => undefined)) ?? {};
}
