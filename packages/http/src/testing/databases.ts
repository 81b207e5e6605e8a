// Tests of the whole workspace share one harness; it is no part of the published core, so it has no name to import by.
export {
  accepted,
  bundleOf,
  changed,
  databases,
  finalOf,
  newDatabase,
  openCore,
  refusalOf,
  type BundleChanges,
  type DatabaseKind,
} from '../../../core/src/testing/index.js'
