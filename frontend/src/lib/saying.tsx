import {
  sentenceOf,
  type SaidSentence,
  type SaidValues,
  type Sentences,
} from '@posthorn/contracts/shared/said';
import { lazy, Suspense, type ReactNode } from 'react';

type SayingProps = Readonly<{ said: SaidSentence; values?: SaidValues }>;

/** The screen's own sentence for a code. The server's sentence where the table has none. */
export const say = (table: Sentences, said: SaidSentence, values?: SaidValues): string =>
  sentenceOf(table, said, values) ?? said.message;

/**
 * Makes a component that says what the server says, from a table that loads with the first sentence. It shows the server's sentence until
 * then, and when the table does not load.
 */
export function saying(load: () => Promise<Sentences>): (props: SayingProps) => ReactNode {
  const Own = lazy(async () => {
    const table = await load().catch((): Sentences => ({}));
    return { default: ({ said, values }: SayingProps) => say(table, said, values) };
  });
  return function Saying(props) {
    return (
      <Suspense fallback={props.said.message}>
        <Own {...props} />
      </Suspense>
    );
  };
}
