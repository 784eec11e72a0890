import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  openScreens: [[screenPart(() => import('./ContactForm.tsx'), 'Contact'), '/contact']],
  screens: [[screenPart(() => import('./MessageList.tsx'), 'MessageList'), '/admin/contact-messages']],
}
