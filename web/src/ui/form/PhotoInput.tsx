export interface PhotoInputProps {
  /** Left out where text beside the input names it. */
  label?: string
  onPhoto: (photo: File) => void
}

/** Opens the camera of a phone; elsewhere a picture is chosen. */
export const PhotoInput = ({ label, onPhoto }: PhotoInputProps) => (
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
