/** Names of lanes: all requests of a run with one credential. */

/** The only lane of an interface whose document specifies no authentication. */
export const PLAIN = 'plain';

/** Returns the name of a lane for messages: its interface and, if the document specifies one, its credential. */
export const laneTitle = (of: string, lane: string): string => (lane === PLAIN ? of : `${of}, ${lane}`);
