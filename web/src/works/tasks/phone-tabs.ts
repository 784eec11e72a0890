import type { PhoneTabs } from '../../app/phone-tabs.ts'
import { CameraTab } from './CameraTab.tsx'

export const tabs: Partial<PhoneTabs> = { Camera: CameraTab }
