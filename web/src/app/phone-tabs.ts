import type { ComponentType } from 'react'
import { addedParts } from './added-parts.ts'

/** What rooms add to the bar of a phone, in the `tabs` of a `phone-tabs.ts`. */
export interface PhoneTabs {
  Camera: ComponentType<{ className: string }>
}

export const tabs = addedParts<PhoneTabs>(
  import.meta.glob<Partial<PhoneTabs>>('../*/*/phone-tabs.ts', { eager: true, import: 'tabs' }),
)
