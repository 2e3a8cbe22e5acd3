/** Classes of the list, and of the frame around list and details in a wide window. */
export const LIST = '-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3';
export const BESIDE =
  'min-[90rem]:grid min-[90rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[90rem]:items-start min-[90rem]:gap-8';
