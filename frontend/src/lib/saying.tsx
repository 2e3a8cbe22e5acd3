import {
  sentenceOf,
  type SaidSentence,
  type SaidValues,
  type Sentences,
} from '@posthorn/contracts/shared/said';
import { lazy, Suspense, type ReactNode } from 'react';

type SayingProps = Readonly<{ said: SaidSentence; values?: SaidValues }>;

/** Returns the sentence of the product for a code. If the table has none, returns the sentence of the server. */
export const say = (table: Sentences, said: SaidSentence, values?: SaidValues): string =>
  sentenceOf(table, said, values) ?? said.message;

/** Returns a component that shows the sentence for a code. The table of sentences loads with the first use. Until then, or if the table fails
 * to load, the component shows the sentence of the server.
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
