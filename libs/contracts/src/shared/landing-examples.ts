export type Landing = Readonly<{
  claims: readonly Readonly<{ figure: string; of: string }>[];
  testimonials: readonly Readonly<{ words: string; name: string; trade: string }>[];
}>;

// Invented figures and testimonials that show how the landing page looks. They are true for no installation, so operators replace or
// remove them. Each example is a separate constant, so that a bundle without the landing page leaves it out.
export const EXAMPLE_CREATORS = { figure: '50K+', of: 'creators' } as const;
export const EXAMPLE_POSTS = { figure: '2M+', of: 'posts scheduled' } as const;
export const EXAMPLE_TESTIMONIALS: Landing['testimonials'] = [
  {
    words:
      'Sunday evening, one coffee, and the whole week is planned. On Monday I bake instead of copying captions.',
    name: 'Maya R.',
    trade: 'Bakery owner',
  },
  {
    words:
      'Five comment sections became one list. I answer from the tram and nothing slips through any more.',
    name: 'Jonas K.',
    trade: 'Ceramics shop',
  },
  {
    words:
      'When a platform was down, I could see which post had gone out and which had not. That alone is worth it.',
    name: 'Priya S.',
    trade: 'Social media manager',
  },
];

/** Returns the examples that the landing page still shows: "50K+ creators" for a claim, the name for a testimonial. */
export function examplesIn({ claims, testimonials }: Landing): readonly string[] {
  const invented = new Set<string>([
    ...[EXAMPLE_CREATORS, EXAMPLE_POSTS].map(({ figure, of }) => `${figure} ${of}`),
    ...EXAMPLE_TESTIMONIALS.map(({ words }) => words),
  ]);
  return [
    ...claims.map(({ figure, of }) => `${figure} ${of}`).filter((claim) => invented.has(claim)),
    ...testimonials.filter(({ words }) => invented.has(words)).map(({ name }) => name),
  ];
}
