import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { PhotoInput } from '../../ui/form/PhotoInput.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'

const PhotoOf = lazyDialog(() => import('./PhotoOf.tsx'), 'PhotoOf')

/** Takes a photo, then asks for its task. */
export function CameraTab({ className }: { className: string }) {
  const [photo, setPhoto] = useState<File | null>(null)
  return (
    <>
      <label className={className}>
        <PhotoInput onPhoto={setPhoto} />
        <IconCamera size={22} stroke={1.6} aria-hidden />
        {t('Camera')}
      </label>
      {photo && <PhotoOf photo={photo} onClose={() => setPhoto(null)} />}
    </>
  )
}
