"""Questions and explanations: quizzes, grading, answers, and sentences on merges."""
