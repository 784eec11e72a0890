import { describeWire } from '../server/src/description/description.ts'

/** The description of the wire as it is committed, so that a change of the wire shows in its diff. */
export const descriptionPath = 'server/openapi.json'

export const descriptionText = () => `${JSON.stringify(describeWire(), null, 1)}\n`
