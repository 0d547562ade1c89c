/**
 * Increased with every change of the renderer's output, so that stored texts are rendered again. In a separate module,
 * because only the workers load the renderer.
 */
export const rendererVersion = 11;
