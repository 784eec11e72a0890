import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  openScreens: [[lazyScreen(() => import('./ContactForm.tsx'), 'Contact'), '/contact']],
  screens: [[lazyScreen(() => import('./MessageList.tsx'), 'MessageList'), '/admin/contact-messages']],
}
