/** What a profile image may be. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const imageFaults = {
  type: 'Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.',
  size: 'Image size must be under 2MB.',
}
export const imageUpload = { maxBytes: 2_097_152, tooLarge: imageFaults.size }
