/** One line of the setup checker. `bad` must be fixed, `unclear` could not be checked, `note` is information. */
export type Finding = Readonly<{ about: string; state: 'good' | 'bad' | 'unclear' | 'note'; text: string }>;
