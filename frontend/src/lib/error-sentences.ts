import type { LoadSentences, CodedRefusal, WordedReply } from './error-wording.ts';

/** How long a message waits for its sentence, because on a bad connection the file may never arrive. */
const PATIENCE_MS = 1_000;

let load: LoadSentences = () => Promise.resolve(undefined);

/** Sets the function that loads the sentences for error codes. The function runs when an error occurs. */
export function loadErrorSentencesBy(given: LoadSentences): void {
  load = given;
}

/** Returns the sentences of the product for an error. If they do not load soon, returns the sentences of the server. */
export const sayReply = (reply: CodedRefusal): Promise<WordedReply> => {
  const ofServer = { message: reply.message ?? '', fields: reply.fields ?? {} };
  return Promise.race([
    import('./error-wording.ts').then(({ wordReply }) => wordReply(load, reply)).catch(() => ofServer),
    new Promise<WordedReply>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, ofServer);
    }),
  ]);
};
