import { Fragment } from 'react';

/** A long account name breaks after punctuation. The name breaks inside a word only if nothing else fits. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[._-])(?=.)|(?<=.)(?=@)/u).map((part, index) => (
    // The parts of a name never change their order, so the index works as a key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
