import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { OTHER_WORDS, type ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import type { FieldCodes } from '@posthorn/contracts/shared/field-sentences';
import type { Fields } from '@posthorn/contracts/shared/refusal';
import { sentenceOf, type SaidPart, type SaidValues } from '@posthorn/contracts/shared/said';
import { ERROR_SENTENCES } from './error-sentences.ts';
import { fieldCode } from './field-codes.ts';

type Worded = Readonly<{
  code: ErrorCode;
  message: string;
  values?: SaidValues | undefined;
  fields?: Fields | undefined;
  /** The codes that the error itself has for its fields. */
  fieldCodes?: FieldCodes | undefined;
}>;

/** Returns which of the sentences for its code an error uses, and the names and figures in that sentence. Does the same for its fields. */
export function wordingOf(error: Worded): ErrorWording & Pick<ErrorReply, 'fieldCodes'> {
  const wording = messageWording(error);
  const { code, message, fields = {}, fieldCodes = {} } = error;
  const asMessage: readonly SaidPart[] | undefined =
    wording.variant === OTHER_WORDS ? undefined : [{ code, ...wording }];
  const codes = Object.entries(fields).flatMap(([field, sentence]) => {
    const part = fieldCode(sentence);
    const parts = fieldCodes[field] ?? (sentence === message ? asMessage : undefined) ?? (part && [part]);
    return parts ? [[field, parts] as const] : [];
  });
  return { ...wording, ...(codes.length > 0 && { fieldCodes: Object.fromEntries(codes) }) };
}

function messageWording({ code, message, values }: Worded): ErrorWording {
  const isMessage = (variant?: string) =>
    sentenceOf(ERROR_SENTENCES, { code, ...(variant !== undefined && { variant }) }, values) === message;
  const valuesPart = values && { values };
  if (isMessage()) return { ...valuesPart };
  const variants = Object.keys(ERROR_SENTENCES).filter((key) => key.startsWith(`${code}/`));
  const variant = variants.map((key) => key.slice(code.length + 1)).find(isMessage) ?? OTHER_WORDS;
  return { variant, ...valuesPart };
}
