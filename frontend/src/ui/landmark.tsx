import { createContext, useContext, type HTMLAttributes } from 'react';

const InMain = createContext(false);

/** The main part of a page. What may stand in it or alone makes one of its own only where there is none around it. */
export function Main(props: HTMLAttributes<HTMLElement>) {
  const inside = useContext(InMain);
  const Part = inside ? 'div' : 'main';
  return (
    <InMain value>
      <Part {...props} />
    </InMain>
  );
}
