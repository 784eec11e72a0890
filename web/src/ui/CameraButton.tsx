import { IconCamera } from '@tabler/icons-react'
import { t } from '../lib/language.ts'
import classes from './SiteButton.module.css'

interface InputProps {
  /** Left out where text beside the input names it. */
  label?: string
  onPhoto: (photo: File) => void
}

/** Opens the camera of a phone; elsewhere a picture is chosen. */
export const PhotoInput = ({ label, onPhoto }: InputProps) => (
  <input
    type="file"
    accept="image/*"
    capture="environment"
    aria-label={label}
    onChange={({ currentTarget }) => {
      const [photo] = currentTarget.files ?? []
      // Else taking the same file again would be no change to the browser.
      currentTarget.value = ''
      if (photo) onPhoto(photo)
    }}
  />
)

interface ButtonProps extends InputProps {
  label: string
  isWide?: boolean
}

/** Takes a photo. */
export const CameraButton = ({ isWide = false, ...input }: ButtonProps) => (
  <label className={classes['button']} data-wide={isWide || undefined}>
    <PhotoInput {...input} />
    <IconCamera size={20} aria-hidden />
    {isWide && <span aria-hidden>{t('Photo')}</span>}
  </label>
)
