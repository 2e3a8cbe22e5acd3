import { createContext, useContext, type ComponentProps } from 'react';

const InMain = createContext(false);

/** The main part of a page. What may stand in it or alone makes one of its own only where there is none around it. */
export function Main(props: ComponentProps<'main'>) {
  const inside = useContext(InMain);
  const Part = inside ? 'div' : 'main';
  return (
    <InMain value>
      <Part {...props} />
    </InMain>
  );
}
