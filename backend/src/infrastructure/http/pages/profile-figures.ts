import { Injectable } from '@nestjs/common';

/** Null: no platform has reported it, or it may not be shown to others. */
export type ShownFigures = Readonly<Record<'likes' | 'comments' | 'shares', number | null>>;

/** Provides the figures of a user's posts that other users may see. */
type FiguresSource = Readonly<{
  totalsOf(userId: string): Promise<ShownFigures>;
  /** Returns figures by post. Posts without figures are left out. */
  ofPosts(userId: string, postIds: readonly number[]): Promise<ReadonlyMap<number, ShownFigures>>;
}>;

export const NO_SHOWN_FIGURES: ShownFigures = { likes: null, comments: null, shares: null };

/** Looks up public figures. The module that measures posts provides them; without that module there are none. */
@Injectable()
export class ProfileFigures {
  #source: FiguresSource = {
    totalsOf: () => Promise.resolve(NO_SHOWN_FIGURES),
    ofPosts: () => Promise.resolve(new Map()),
  };

  answerBy(source: FiguresSource): void {
    this.#source = source;
  }

  /** The sum of likes, comments and shares of all posts; null if none of these is known. */
  async engagementOf(userId: string): Promise<number | null> {
    const known = Object.values(await this.#source.totalsOf(userId)).filter((figure) => figure !== null);
    return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0);
  }

  ofPosts(userId: string, postIds: readonly number[]): Promise<ReadonlyMap<number, ShownFigures>> {
    return this.#source.ofPosts(userId, postIds);
  }
}
