/** One line of the setup checker. `bad` has to be put right, `unclear` could not be told, `note` is good to know. */
export type Finding = Readonly<{ about: string; state: 'good' | 'bad' | 'unclear' | 'note'; text: string }>;
