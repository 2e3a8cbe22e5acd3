import { createContext, useContext, type HTMLAttributes } from 'react';

const InMain = createContext(false);

/** The `main` element of a page, or a `div` inside another one. Content that may be nested uses it. */
export function Main(props: HTMLAttributes<HTMLElement>) {
  const inside = useContext(InMain);
  const Part = inside ? 'div' : 'main';
  return (
    <InMain value>
      <Part {...props} />
    </InMain>
  );
}
