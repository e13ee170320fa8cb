import {
  createManifestReader,
  type ManifestDocument,
  type ManifestFileContent,
} from '../../../platform/specs/manifests.ts'
import { LARGEST_SPEC, type ParsedTopology, type TopologyParser } from './topology.ts'

/** A topology of a file. */
export type TopologyDocument = ManifestDocument<ParsedTopology>

/** Parses a file of topologies. @param fallbackName name of a topology without one */
export function readTopologyFile(
  parser: TopologyParser,
  text: string,
  fallbackName: string,
): Promise<ManifestFileContent<ParsedTopology>> {
  const noun = 'a topology'
  return createManifestReader({ kind: 'Topology', noun, largest: LARGEST_SPEC, parser })(text, fallbackName)
}
