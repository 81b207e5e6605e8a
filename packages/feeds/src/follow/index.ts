export { startFollower, type FollowedResponse, type Follower, type FollowerOptions } from './follower.ts'
