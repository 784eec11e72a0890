import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./InstrumentList.tsx'), 'InstrumentList'), '/contracts/instruments'],
    [lazyScreen(() => import('./CompleteRegister.tsx'), 'CompleteRegister'), '/contracts/instruments/complete'],
    [
      lazyScreen(() => import('./InstrumentForm.tsx'), 'InstrumentForm'),
      '/contracts/instruments/create',
      '/contracts/instruments/$id',
      '/contracts/instruments/$id/edit',
    ],
  ],
}
