// The harness of the core is not published with it, so it is imported by path.
export { liveGame, plays } from '../../../core/src/streams/testing/live-games.js'
