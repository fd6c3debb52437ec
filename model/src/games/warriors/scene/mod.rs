pub fn scene(_: &crate::document::Level, _: &crate::document::Objects) -> crate::scene::Scene {
    crate::scene::Scene::default()
}
