import type { ComponentType, SVGProps } from 'react';

/** An icon component that takes its size from a class and its colour from the text. */
export type Icon = ComponentType<SVGProps<SVGSVGElement>>;
