import { createContext, useContext, type HTMLAttributes } from 'react';

const InMain = createContext(false);

/** The `main` element of a page. Inside another `Main`, renders a `div`, so that nested pages are valid. */
export function Main(props: HTMLAttributes<HTMLElement>) {
  const inside = useContext(InMain);
  const Element = inside ? 'div' : 'main';
  return (
    <InMain value>
      <Element {...props} />
    </InMain>
  );
}
